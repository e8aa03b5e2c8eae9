import { basePathOf } from './access/origins.ts'
import type { Config } from './config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/demoAccounts.ts'
import type { Server } from './startServer.ts'

/** Prints the first facts for a new user on the terminal. */
export function printWelcome(config: Config, { url, gateway }: Server, isEmpty: boolean): void {
  const here = url + basePathOf(config.PUBLIC_URL ?? url)
  const lines = [
    '',
    `  ${config.isWhole ? 'Taffrail' : `Taffrail’s ${config.ROLES.join(' and ')}`} is at ${here}`,
    '',
    ...(config.demo
      ? [
          `  Demo accounts, all with the password ${DEMO_PASSWORD}:`,
          ...DEMO_ACCOUNTS.map(({ email }) => `    ${email}`),
          `  Mails, sign-in codes among them: ${here}/dev/mail`,
          '  The fleet is sailing; what its month of history lacks is being prepared behind it.',
        ]
      : []),
    ...(isEmpty ? ['  The first visit creates your organization and its first administrator.'] : []),
    ...(config.demo || isEmpty ? [''] : []),
    ...(config.ROLES.includes('gateway')
      ? [`  Devices speak MQTT on port ${gateway?.mqttPort}, or HTTP to ${url}/gateway`]
      : []),
    `  Data is in ${config.dataDir}. Ctrl-C stops.`,
    '',
  ]
  console.log(lines.join('\n'))
}
