const { Invoice } = require('./invoice');

function importRows(rows) {
  const errors = [];
  const invoice = new Invoice(rows.number, rows.customer);
  rows.items.forEach((row, index) => {
    const cents = Number(row.cents);
    if (!Number.isInteger(cents)) {
      errors.push(`row ${index + 1}: amount is not a number`);
      return;
    }
    invoice.add(row.text, cents);
  });
  return { invoice, errors };
}

module.exports = { importRows };
