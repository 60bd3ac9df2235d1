export default [{ rules: { 'no-unused-vars': 'error', 'prefer-const': 'warn', 'no-empty': 'error' } }];
