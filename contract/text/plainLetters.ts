/**
 * A name in the letters of a plain keyboard: `Sæfari` as `saefari`, `Łódź` as `lodz`. Unicode's own rules remove
 * accents, ligatures, wide letters and invisible characters; other letters are spelled out.
 */
export function plainLetters(name: string): string {
  const spelled = name.toLowerCase().replace(/[æðþøåßłđıœ]/g, (letter) => SPELLED[letter] ?? letter)
  return spelled.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
}
const SPELLED: Record<string, string> = {
  ...{ æ: 'ae', ð: 'd', þ: 'th', ø: 'o', å: 'a', ß: 'ss' },
  ...{ ł: 'l', đ: 'd', ı: 'i', œ: 'oe' },
}
