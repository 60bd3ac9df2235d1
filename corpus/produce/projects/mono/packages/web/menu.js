function menu(items) {
  return `<ul role="menu">${items.map((item) => `<li role="menuitem">${item}</li>`).join('')}</ul>`;
}

module.exports = { menu };
