import { createServer as httpServer } from 'node:http'
import { type AddressInfo, type Socket, createServer as tcpServer } from 'node:net'
import { afterEach, test } from 'vitest'
import { type RunningScript, startScript } from '#server/testing/testProgram.ts'

const closing: (() => void)[] = []
let device: RunningScript | undefined
afterEach(async () => {
  await device?.kill()
  for (const close of closing.splice(0)) close()
})

const ACCEPTED = Buffer.from([0x20, 2, 0, 0])
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

/**
 * A broker that ends the first connection at its subscription, as for a device that was just paired, and then
 * publishes these states.
 */
async function aBroker(...states: readonly { paired: boolean }[]): Promise<number> {
  let connections = 0
  const broker = tcpServer((socket: Socket) => {
    const number = ++connections
    socket.on('error', () => {})
    socket.on('data', (packet) => {
      const kind = (packet[0] ?? 0) >> 4
      if (kind === 1) socket.write(ACCEPTED)
      if (kind !== 8) return
      if (number === 1) return socket.destroy()
      const topic = Buffer.from('taffrail/dev-1/status')
      socket.write(Buffer.from([0x90, 3, packet[2] ?? 0, packet[3] ?? 0, 1]))
      for (const state of states) {
        const status = Buffer.from(JSON.stringify(state))
        socket.write(Buffer.from([0x30, 2 + topic.length + status.length, 0, topic.length]))
        socket.write(Buffer.concat([topic, status]))
      }
    })
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  closing.push(() => broker.close())
  return portOf(broker)
}

/** A console where it introduces itself, and gets another code each time. */
async function aConsole(...codes: string[]): Promise<string> {
  const server = httpServer((_, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ id: 'dev-1', secret: 's', paired: false, pairing_code: codes.shift() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${portOf(server)}`
}

test('shows a device paired before it has subscribed as paired once it comes back', async () => {
  const broker = `mqtt://127.0.0.1:${await aBroker({ paired: true })}`
  device = startScript('device', ['--server', await aConsole('ABCDEFG2'), '--mqtt', broker])
  await device.says(/pairing code ABCDEFG2/)
  await device.says(/^paired$/m)
})

test('shows the next code on a device whose pairing ends', async () => {
  const broker = `mqtt://127.0.0.1:${await aBroker({ paired: true }, { paired: false })}`
  const console = await aConsole('ABCDEFG2', 'HJKLMNP3')
  device = startScript('device', ['--server', console, '--mqtt', broker])
  await device.says(/^paired$/m)
  await device.says(/^not paired any more$/m)
  await device.says(/^pairing code HJKLMNP3$/m)
})
