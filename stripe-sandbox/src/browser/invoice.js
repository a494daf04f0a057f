/** Payment on the hosted invoice page, with the sandbox's own card field. */
(() => {
  const { key, secret } = document.documentElement.dataset;
  const form = document.querySelector('form');
  const stripe = window.Stripe(key, { locale: document.documentElement.lang });
  const card = stripe.elements().create('card', { style: { base: { fontSize: '16px' } } });
  const alert = form.querySelector('[role="alert"]');
  const button = form.querySelector('button');
  card.mount('#card');
  card.on('change', ({ error }) => {
    alert.textContent = error?.message ?? '';
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    alert.textContent = '';
    const { error } = await stripe.confirmCardPayment(secret, { payment_method: { card } });
    if (error) {
      alert.textContent = error.message;
      button.disabled = false;
    } else location.reload();
  });
  button.disabled = false;
})();
