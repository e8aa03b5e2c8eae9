import { Problem } from '#contract/wire/errors.ts'
import type { Device } from '#server/records/devices.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'

/** Throws `not_authenticated` alike for an unknown device and a wrong secret. */
export async function authenticatedDevice(
  directory: DeviceDirectory,
  authorization: string | undefined,
): Promise<Device> {
  const credentials = readCredentials(authorization)
  const device = credentials && (await directory.authenticate(credentials.id, credentials.secret))
  if (!device) throw new Problem('not_authenticated', 'The device id or its secret is not right.')
  return device
}

/** `Bearer id.secret`, or Basic with the id as user name. */
export function readCredentials(authorization = ''): { id: string; secret: string } | null {
  const [scheme = '', value = ''] = authorization.split(' ')
  const basic = scheme.toLowerCase() === 'basic'
  const text = basic ? Buffer.from(value, 'base64').toString() : value
  const cut = text.indexOf(basic ? ':' : '.')
  return cut > 0 ? { id: text.slice(0, cut), secret: text.slice(cut + 1) } : null
}
