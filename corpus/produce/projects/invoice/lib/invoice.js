const { formatCents } = require('./format');

class Invoice {
  constructor(number, customer) {
    this.number = number;
    this.customer = customer;
    this.items = [];
  }

  add(text, cents, taxRate = 0.19) {
    this.items.push({ text, cents, taxRate });
    return this;
  }

  net() {
    return this.items.reduce((sum, item) => sum + item.cents, 0);
  }

  tax() {
    return this.items.reduce((sum, item) => sum + Math.round(item.cents * item.taxRate), 0);
  }

  gross() {
    return this.net() + this.tax();
  }

  toText() {
    const rows = this.items.map((item) => `${item.text}: ${formatCents(item.cents)}`);
    return [`Invoice ${this.number}`, `To: ${this.customer}`, ...rows, `Total: ${formatCents(this.gross())}`].join('\n');
  }
}

module.exports = { Invoice };
