import { createServer } from 'node:net'

/** The port when nobody has it, else 0, which stands for any free one. */
export function preferredPort(port: number, host: string): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
}
