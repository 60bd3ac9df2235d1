// Text as it is: characters that nobody sees, or that make text look other than it is, are shown by their code.
//
// Two of them are text where a script needs them: the joiners (U+200C, U+200D) between letters of scripts whose letters
// join, and U+200D between the parts of an emoji. Anywhere else, and in a row, they hide something.
const k_unseen =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|\udb40[\udc00-\udfff]/g;
const k_letter = "[\\p{scx=Arabic}\\p{scx=Syriac}\\p{scx=Nko}\\p{scx=Mandaic}\\p{scx=Mongolian}\\p{scx=Devanagari}\\p{scx=Bengali}\\p{scx=Gurmukhi}\\p{scx=Gujarati}\\p{scx=Oriya}\\p{scx=Tamil}\\p{scx=Telugu}\\p{scx=Kannada}\\p{scx=Malayalam}\\p{scx=Sinhala}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Tibetan}\\p{scx=Balinese}\\p{scx=Javanese}]";
const k_after_letter = new RegExp(`${k_letter}$`, "u");
const k_before_letter = new RegExp(`^(?:${k_letter}|[\\s\\p{P}]|$)`, "u");
// Not as one class: Chromium does not find it at the end of a text.
const k_after_emoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const k_before_emoji = /^\p{Extended_Pictographic}/u;

function isNeeded(c: string, before: string, after: string): boolean {
  if (c !== "\u200c" && c !== "\u200d") return false;
  if (k_after_letter.test(before) && k_before_letter.test(after)) return true;
  return c === "\u200d" && k_after_emoji.test(before) && k_before_emoji.test(after);
}

export function honest(text: string): string {
  return text.replace(k_unseen, (c, at: number) => {
    const end = at + c.length;
    if (isNeeded(c, text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2))) return c;
    return `⟨U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}
