import { useEffect, useEffectEvent } from 'react'
import type { Topic } from '#contract/wire/realtime.ts'
import { live } from './live.ts'
import type { TopicMessage } from './liveSocket.ts'

/** Calls `onMessage` for each message of the topic while the component is mounted; no topic means no subscription. */
export function useTopic<T extends Topic>(topic: T | null, onMessage: (message: TopicMessage<T>) => void) {
  const receive = useEffectEvent(onMessage)
  useEffect(() => (topic ? live.listen(topic, (message) => receive(message)) : undefined), [topic])
}
