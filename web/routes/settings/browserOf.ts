/** Browsers in the order of the test: most name those below as well. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Browser and system of a `User-Agent`: `Firefox, Linux`; null where neither is known. */
export function browserOf(userAgent: string): string | null {
  const named = [BROWSERS, SYSTEMS].flatMap(
    (names) => names.find(([sign]) => sign.test(userAgent))?.[1] ?? [],
  )
  return named.length > 0 ? named.join(', ') : null
}
