// The rules of picking squares, the same as in games/boards/kit/offers.py: what both answer stands in
// tests/boards/picking.json. An offer is a move open now: {action, squares, captures, shade}.

const begins = (offer, squares) => squares.every((square, index) => offer.squares[index] === square);

/** The moves that begin with the squares picked. */
export const openOffers = (offers, picked) => offers.filter((offer) => begins(offer, picked));

/** The moves all of whose squares are picked: one to confirm, or several to choose from. */
export const completed = (offers, picked) =>
  openOffers(offers, picked).filter((offer) => offer.squares.length === picked.length);

/** The picks that stand after one more press: it continues a move, begins another, or picks nothing. */
export function afterPress(offers, picked, square) {
  if (openOffers(offers, [...picked, square]).length) return [...picked, square];
  const isOnlyPick = picked.length === 1 && picked[0] === square;
  return !isOnlyPick && openOffers(offers, [square]).length ? [square] : [];
}

/** The squares that continue the picks: whether some move there captures, and the shade of what can
    be played there only as a foul. */
export function targets(offers, picked) {
  const found = new Map();
  for (const offer of picked.length ? openOffers(offers, picked) : []) {
    if (offer.squares.length === picked.length) continue;
    const square = offer.squares[picked.length];
    const known = found.get(square);
    const shade = offer.shade && (known ? known.shade : offer.shade);
    found.set(square, { captures: Boolean(known?.captures || offer.captures), shade: shade || "" });
  }
  return found;
}

/** The text without case, width and punctuation. A "!" declares something: a move with it must never
    pass for the one without. */
export const squashed = (text) => text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}!]/gu, "");

/** The move that a text spells, however it is punctuated; undefined if none. */
export const named = (offers, text) => offers.find((offer) => squashed(offer.action) === squashed(text));
