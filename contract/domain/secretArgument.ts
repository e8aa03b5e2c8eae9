/**
 * Arguments with `--secret=-x` in place of `--secret -x`: `parseArgs` takes a secret that begins with a dash for another
 * option.
 */
export function joinSecret(args: readonly string[]): string[] {
  const at = args.indexOf('--secret')
  const secret = args[at + 1]
  if (at < 0 || secret === undefined) return [...args]
  return args.toSpliced(at, 2, `--secret=${secret}`)
}
