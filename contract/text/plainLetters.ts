/**
 * A name in the letters of a plain keyboard: `Sæfari` as `saefari`, `Łódź` as `lodz`. Accents, ligatures, wide letters and
 * characters that nobody sees fall off by Unicode's own rules; other letters are spelled out.
 */
export function plainLetters(name: string): string {
  const spelled = name.toLowerCase().replace(/[æðþøåßłđıœ]/g, (letter) => SPELLED[letter] ?? letter)
  return spelled.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
}
const SPELLED: Record<string, string> = {
  ...{ æ: 'ae', ð: 'd', þ: 'th', ø: 'o', å: 'a', ß: 'ss' },
  ...{ ł: 'l', đ: 'd', ı: 'i', œ: 'oe' },
}
