module.exports = [
  {
    rules: {
      'no-unused-vars': 'error',
      'no-undef': 'off',
      eqeqeq: 'error',
      'no-console': 'warn',
    },
  },
];
