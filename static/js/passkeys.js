// Passkeys: <form data-passkey="create|get" data-options="#id of JSON, or an address that gives it">.
// The browser makes or uses one when the form is sent; what it says goes along in `credential`.
// Until this module is there the form is hidden or its button disabled: sent alone it is of no use.

const canDo = Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON && navigator.credentials);

/** What the server wants signed. */
async function optionsFor(form) {
  const { options } = form.dataset;
  if (options.startsWith("#")) return JSON.parse(document.querySelector(options).textContent);
  const answer = await fetch(options, { headers: { Accept: "application/json" } });
  return (await answer.json()).request_options;
}

async function signed(form) {
  const { publicKey } = await optionsFor(form);
  if (form.dataset.passkey === "get") {
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
  }
  // it stands for the password: the device keeps it, and checks who is there
  publicKey.authenticatorSelection = {
    ...publicKey.authenticatorSelection,
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  };
  return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!canDo) continue;
  form.hidden = false;
  form.querySelector("[type=submit]").disabled = false;
  form.querySelector("[data-no-passkeys]")?.setAttribute("hidden", "");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const sorry = form.querySelector("[data-no-luck]");
    sorry.hidden = true;
    form.querySelector(".notice.error")?.remove(); // of the time before
    try {
      form.elements.credential.value = JSON.stringify((/** @type {PublicKeyCredential} */ (await signed(form))).toJSON());
      form.submit();
    } catch {
      sorry.hidden = false; // cancelled, or nothing that fits
    }
  });
}
