module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.js'],
  coverageThreshold: { global: { lines: 90, branches: 85 } },
};
