/**
 * Records of matches: read from their text, and written back byte for byte.
 *
 * What is read is the JSON of the same record that a site offers; the format, with its grammar,
 * stands in docs/records.md. This file depends on nothing and may be copied.
 */

export const FORMAT = "jinya-record-text";
export const VERSION = 1;

/** A move as the rules write it, and what came of it where the record says so. */
export interface Move {
  move: string;
  /** The letter of the piece that was taken. */
  taken?: string;
  /** Who was left after a battle. */
  left?: "attacker" | "defender" | "nobody";
}

/** A match that is over. */
export interface Record {
  format: typeof FORMAT;
  version: typeof VERSION;
  /** Name and value of each, in order. */
  tags: [string, string][];
  /** The moves side by side; null for a seat that did not move before one that did. */
  rounds: (Move | null)[][];
  result: string;
}

const SIGNS = { attacker: "+", defender: "-", nobody: "=" } as const;
const TAG =
  /^\[([A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*) "((?:[^"\\\u0000-\u001f\u0085\u2028\u2029]|\\["\\])*)"\]$/;
const ROUND = /^([1-9][0-9]*)\.((?: ["-~]+!?)+)$/;
const WORD = /^(["-~]+?)(?:(?<=[1-9])x([A-Z]))?([+=-])?(!)?$/;
const RESULT = /^(1\/2|1|0)(-(1\/2|1|0))+$/;
const GAP = "...";

/** The record that a text is. Throws a SyntaxError, with the line, where it is none. */
export function read(text: string): Record {
  if (!text.endsWith("\n")) throw new SyntaxError("a record ends with a line's end");
  const lines = text.slice(0, -1).split("\n");
  const between = lines.indexOf("");
  if (between < 0) throw new SyntaxError("there is no empty line between tags and moves");
  const end = lines.length - 1;
  const result = lines[end]!;
  if (end <= between || !RESULT.test(result)) throw new SyntaxError(`line ${end + 1} is no result`);
  return {
    format: FORMAT,
    version: VERSION,
    tags: lines.slice(0, between).map((line, at) => readTag(line, at + 1)),
    rounds: lines
      .slice(between + 1, end)
      .map((line, at) => readRound(line, at + 1, between + at + 2)),
    result,
  };
}

/** The text of a record. Throws a SyntaxError for one of another format. */
export function write(record: Record): string {
  if (record.format !== FORMAT || record.version !== VERSION) {
    throw new SyntaxError(`not a ${FORMAT} of version ${VERSION}`);
  }
  const tags = record.tags.map(([name, value]) => `[${name} "${escaped(value)}"]`);
  const rounds = record.rounds.map((moves, at) => [`${at + 1}.`, ...moves.map(written)].join(" "));
  return [...tags, "", ...rounds, record.result, ""].join("\n");
}

function readTag(line: string, at: number): [string, string] {
  const found = TAG.exec(line);
  if (!found) throw new SyntaxError(`line ${at} is no tag`);
  return [found[1]!, found[2]!.replace(/\\(.)/gu, "$1")];
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}

function readRound(line: string, number: number, at: number): (Move | null)[] {
  const found = ROUND.exec(line);
  if (!found || found[1] !== String(number) || line.endsWith(` ${GAP}`)) {
    throw new SyntaxError(`line ${at} is not round ${number}`);
  }
  const words = found[2]!.slice(1).split(" ");
  return words.map((word) => (word === GAP ? null : readMove(word)));
}

function readMove(word: string): Move {
  const [, text, taken, sign, trial] = WORD.exec(word)!;
  const move: Move = { move: `${text}${trial ?? ""}` };
  if (taken) move.taken = taken;
  for (const left of ["attacker", "defender", "nobody"] as const) {
    if (SIGNS[left] === sign) move.left = left;
  }
  return move;
}

function written(move: Move | null): string {
  if (move === null) return GAP;
  const last = move.move.endsWith("!") ? "!" : "";
  const text = move.move.slice(0, move.move.length - last.length);
  const taken = move.taken === undefined ? "" : `x${move.taken}`;
  const sign = move.left === undefined ? "" : SIGNS[move.left];
  return `${text}${taken}${sign}${last}`;
}
