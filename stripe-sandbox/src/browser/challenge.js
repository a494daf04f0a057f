/** The bank's page in a 3-D Secure challenge. Sends the outcome to the sandbox, then to the page that waits for it. */
(() => {
  const BASE = location.href.replace(/\/three_d_secure\/.*$/, '');
  const clientSecret = new URLSearchParams(location.search).get('client_secret') ?? '';
  const key = document.documentElement.dataset.key;
  const isFramed = parent !== window;
  const origin = decodeURIComponent(location.hash.slice(1));
  const status = document.querySelector('[role="status"]');
  const buttons = [...document.querySelectorAll('button')];

  function postToPage(type) {
    if (isFramed) parent.postMessage({ from: 'stripe-sandbox', type }, origin);
  }

  async function finish(outcome) {
    for (const button of buttons) button.disabled = true;
    status.textContent = document.documentElement.dataset.working;
    try {
      const response = await fetch(`${BASE}/v1/3ds2/authenticate`, {
        method: 'POST',
        credentials: 'omit',
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams({ client_secret: clientSecret, outcome }),
      });
      if (!response.ok) throw new Error('refused');
      const { return_url: returnUrl } = await response.json();
      if (isFramed) postToPage('done');
      else if (returnUrl) location.assign(returnUrl);
      else status.textContent = document.documentElement.dataset.over;
    } catch {
      status.textContent = document.documentElement.dataset.failed;
      for (const button of buttons) button.disabled = false;
    }
  }

  for (const button of buttons) {
    button.addEventListener('click', () => finish(button.value));
    button.disabled = false;
  }
  postToPage('loaded');
})();
