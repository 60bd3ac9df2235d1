const rates = { DE: 490, FR: 690, US: 1290 };
const freeFrom = 5000;

function shippingFor(country, goods) {
  if (goods >= freeFrom) {
    return 0;
  }
  const rate = rates[country];
  if (rate === undefined) {
    throw new Error(`no shipping to ${country}`);
  }
  return rate;
}

module.exports = { shippingFor };
