/** The journeys use Debian's Chromium. Installs it when it is missing and this user may, otherwise explains how. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { CHROMIUM, HEADLESS_SHELL } from './chromium.ts'

const command = 'apt-get update -qq && apt-get install -y -qq chromium chromium-headless-shell'
const isThere = () => [CHROMIUM, HEADLESS_SHELL].every((path) => existsSync(path))

if (!isThere()) {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall) spawnSync('sh', ['-c', command], { stdio: 'inherit' })
  if (!isThere()) {
    process.stderr.write(
      `The browser journeys need Chromium. Install it with:\n\n  sudo sh -c '${command}'\n\n`,
    )
    process.exit(1)
  }
}
