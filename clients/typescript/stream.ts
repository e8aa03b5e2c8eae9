import { type Alert, defaults, type MapVessel } from './calls.js'

export type StreamEvent =
  | { name: 'positions'; id: string; data: { server_time: number; full: boolean; vessels: MapVessel[] } }
  | { name: 'alert'; id: string; data: Alert }
  | { name: 'end'; data: { code: string; message: string } }

export interface StreamAsked {
  topics?: readonly ('positions' | 'alerts')[]
  /** Seconds between positions of the same vessel. */
  every?: number
  /** Id of the last received event, after a lost connection. */
  after?: string
  signal?: AbortSignal
}

/** Positions and alerts as they happen, until the server or `signal` ends the stream, or the program stops reading. */
export async function* stream({
  topics,
  every,
  after,
  signal,
}: StreamAsked = {}): AsyncGenerator<StreamEvent> {
  const asked = new URLSearchParams({
    ...(topics ? { topics: topics.join(',') } : {}),
    ...(every ? { every: String(every) } : {}),
  })
  const headers = {
    ...(defaults.headers as Record<string, string>),
    ...(after ? { 'last-event-id': after } : {}),
  }
  const answer = await fetch(`${defaults.baseUrl}/public/v1/stream?${asked}`, {
    headers,
    ...(signal ? { signal } : {}),
  })
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let text = ''; ; ) {
      const { value, done } = await reader.read()
      if (done) return
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)))
        if (fields.event)
          yield { name: fields.event, id: fields.id, data: JSON.parse(fields.data) } as StreamEvent
      }
    }
  } finally {
    await reader.cancel()
  }
}
