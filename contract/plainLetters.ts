/** Who types Saefari means Sæfari: accents fall off by themselves, the other letters of the north are spelled out. */
export function plainLetters(name: string): string {
  const spelled = name.toLowerCase().replace(/[æðþøåß]/g, (letter) => SPELLED[letter] ?? letter)
  return spelled.normalize('NFD').replace(/\p{M}/gu, '')
}
const SPELLED: Record<string, string> = { æ: 'ae', ð: 'd', þ: 'th', ø: 'o', å: 'a', ß: 'ss' }
