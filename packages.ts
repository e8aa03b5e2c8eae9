/**
 * `npm run tool packages FILE`: writes the list of the packages of a release (CycloneDX), and asks the registry for their
 * known holes. It fails for a serious hole that a newer version closes. A registry that does not answer is no failure.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

interface Hole {
  name: string
  severity: string
  /** False without a version that closes the hole. */
  fixAvailable: unknown
}

interface Audit {
  vulnerabilities?: Record<string, Hole>
}

const SERIOUS = ['high', 'critical']

/** Packages with a serious hole and a version that closes it; null without an answer of the registry. */
export function seriousHoles(answer: string): string[] | null {
  const { vulnerabilities } = readAudit(answer)
  if (!vulnerabilities) return null
  return Object.values(vulnerabilities)
    .filter(({ severity, fixAvailable }) => SERIOUS.includes(severity) && fixAvailable)
    .map(({ name, severity }) => `${name}: ${severity}`)
}

function readAudit(answer: string): Audit {
  try {
    return JSON.parse(answer)
  } catch {
    return {}
  }
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (!file) {
    console.error('npm run tool packages FILE')
    process.exit(1)
  }
  const list = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'], {
    maxBuffer: 1e9,
    encoding: 'utf8',
  })
  writeFileSync(file, list)
  console.log(`${JSON.parse(list).components.length} packages listed in ${file}`)
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  const holes = seriousHoles(stdout)
  if (holes === null) console.log('not audited: the registry does not answer')
  else if (holes.length === 0) console.log('audited: no serious hole that a newer version closes')
  else console.error(`serious holes that newer versions close:\n${holes.join('\n')}`)
  process.exit(holes?.length ? 1 : 0)
}
