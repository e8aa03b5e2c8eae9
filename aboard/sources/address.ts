/** Address of a source, taken apart: `scheme://user:password@host:port/path?name=value`. */
export interface Address {
  text: string
  scheme: string
  user: string
  password: string
  /** Without the brackets of IPv6; empty when the address names none. */
  host: string
  port: number | null
  /** With its leading slash; empty when the address has none. */
  path: string
  options: Readonly<Record<string, string>>
}

const FORM =
  /^([a-z0-9]+):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?(\[[^\]]*\]|[^:/?#[\]]*)(?::(\d{1,5}))?(\/[^?#]*)?(?:\?(.*))?$/

/** Throws when the text has another form: `new URL` refuses an empty host with a port (`udp://:10110`). */
export function parseAddress(text: string): Address {
  const [, scheme = '', user = '', password = '', host = '', port, path = '', query = ''] =
    FORM.exec(text.trim()) ?? []
  if (scheme === '' || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535)
    throw new Error(`${withoutSecrets(text)} is no address such as tcp://192.168.4.1:10110`)
  return {
    text: text.trim(),
    scheme,
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    host: host.replace(/^\[|\]$/g, ''),
    port: port === undefined ? null : Number(port),
    path: decodeURIComponent(path),
    options: Object.fromEntries(new URLSearchParams(query)),
  }
}

/** The address as logs and states show it, without password and token. */
export const withoutSecrets = (text: string) =>
  text
    .trim()
    .replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1@')
    .replace(/([?&](?:token|password)=)[^&]*/g, '$1…')
