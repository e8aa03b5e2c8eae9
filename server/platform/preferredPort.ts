import { createServer } from 'node:net'

/** The port if it is free, else 0, which stands for any free port. */
export function preferredPort(port: number, host: string): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
}
