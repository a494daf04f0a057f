/** A shop with React from Stripe's documentation: separate fields, or one field for `?one`. */
import {
  CardCvcElement,
  CardElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { createElement as h, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const isOne = location.search === '?one';
const locale = new URLSearchParams(location.search).get('locale') ?? undefined;
const [CardField, fields] = isOne
  ? [CardElement, [CardElement]]
  : [CardNumberElement, [CardNumberElement, CardExpiryElement, CardCvcElement]];

function Checkout() {
  const stripe = useStripe();
  const elements = useElements();
  const [result, setResult] = useState('');
  const [ready, setReady] = useState(0);
  const submit = async (event) => {
    event.preventDefault();
    setResult('');
    const secret = new FormData(event.currentTarget).get('secret');
    const data = { payment_method: { card: elements.getElement(CardField) } };
    const confirmed = secret.startsWith('seti_')
      ? await stripe.confirmCardSetup(secret, data)
      : await stripe.confirmCardPayment(secret, data);
    setResult(JSON.stringify(confirmed));
  };
  return h(
    'form',
    { onSubmit: submit, 'data-ready': ready === fields.length },
    ...fields.map((Field) => h(Field, { key: Field.displayName, onReady: () => setReady((count) => count + 1) })),
    h('input', { name: 'secret', 'aria-label': 'Secret' }),
    h('button', { type: 'submit', disabled: !stripe }, 'Pay'),
    h('p', { role: 'status' }, result),
  );
}

const stripe = loadStripe('pk_test_sandbox', { locale });
createRoot(document.querySelector('main')).render(h(StrictMode, null, h(Elements, { stripe }, h(Checkout))));
