/** Writes moments as HH:MM on the clock of a zone; unknown ones are UTC. */
export function timeIn(zone: string): (ms: number) => string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  let writer: Intl.DateTimeFormat
  try {
    writer = format(zone)
  } catch {
    writer = format('UTC')
  }
  return (ms) => writer.format(ms)
}
