import { useQuery } from '@tanstack/react-query'
import { gatewayQuery } from '../api/devices.ts'
import { fromAnywhere } from '../base.ts'
import { usePreference } from '../preferences/preferences.ts'

/** Address of the console in the browser, without a slash at its end: `https://fleet.example`. */
const inBrowser = () => fromAnywhere('').replace(/\/$/, '')

/** True for a host name that means another computer on every computer. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

interface ConsoleAddress {
  /** Address of the console for a boat; null until one is known. */
  origin: string | null
  /** Its host name. */
  host: string | null
  /** Addresses to choose from, where the browser's address is of no use to a boat; else null. */
  choices: readonly string[] | null
}

/** Address at which a boat reaches the console: the browser's, unless that means the browser's own computer. */
export function useConsoleAddress(): ConsoleAddress {
  const isOwn = isLoopback(location.hostname)
  const chosen = usePreference('console-address')
  const { data } = useQuery({ ...gatewayQuery, enabled: isOwn })
  if (!isOwn) return { origin: inBrowser(), host: location.hostname, choices: null }
  const choices = data?.console_urls ?? []
  const origin = chosen || (choices[0] ?? null)
  return { origin, host: origin && new URL(origin).hostname, choices }
}
