import { describe, expect, it } from 'vitest';
import { render } from '../src/render.js';

describe('render', () => {
  it('renders headings', () => {
    expect(render('## Terms')).toBe('<h2>Terms</h2>');
  });

  it('escapes markup in text', () => {
    expect(render('a < b & c')).toBe('<p>a &lt; b &amp; c</p>');
  });

  it('renders items', () => {
    expect(render('- one\n- two')).toBe('<li>one</li>\n<li>two</li>');
  });
});
