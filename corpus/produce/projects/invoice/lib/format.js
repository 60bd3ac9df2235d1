function formatCents(cents, currency = 'EUR') {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${sign}${whole}.${rest} ${currency}`;
}

module.exports = { formatCents };
