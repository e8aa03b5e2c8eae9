/**
 * The console in jsdom: its own routes, pages and calls, with a server whose answers a test sets. The types and
 * schemas of the contract check each answer.
 */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import axe from 'axe-core'
import { getInstanceByDom } from 'echarts/core'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import { PERMISSIONS_OF, type RoleId } from '#contract/domain/permissions.ts'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { listDepartments } from '#contract/wire/department.ts'
import type { AnyEndpoint, OutputOf } from '#contract/wire/endpoint.ts'
import { PROBLEMS, type ProblemCode } from '#contract/wire/errors.ts'
import { updateLastLogin } from '#contract/wire/organization.ts'
import type { ClientMessage, ServerMessage, Topic, TopicData } from '#contract/wire/realtime.ts'
import { getMe, type User } from '#contract/wire/user.ts'

/** Answer to a call: the output in the contract, a refusal, or no answer at all. */
type Answer<E extends AnyEndpoint> = OutputOf<E> | { refused: ProblemCode } | 'never'

interface Asked {
  method: string
  /** Address with its query string. */
  url: URL
  body: unknown
}

export interface TestServer {
  answer: <E extends AnyEndpoint>(endpoint: E, answer: Answer<E> | ((asked: Asked) => Answer<E>)) => void
  /** All calls of the console, in order. */
  asked: Asked[]
  /** Publishes on a topic of the socket; later subscribers receive the last message. */
  publish: <T extends Topic>(topic: T, data: TopicData[T]) => void
  /** Simulates a browser that loses or regains its network; no call gets through meanwhile. */
  setOnline: (isOnline: boolean) => void
}

// The first page in a file loads the whole console.
vi.setConfig({ testTimeout: 60_000 })

interface Answering {
  endpoint: AnyEndpoint
  path: RegExp
  answer: (asked: Asked) => unknown
}

export const ID = {
  organization: '10000000-0000-4000-8000-000000000000',
  department: '20000000-0000-4000-8000-000000000000',
  user: '30000000-0000-4000-8000-000000000000',
  vessel: '40000000-0000-4000-8000-000000000000',
  captain: '50000000-0000-4000-8000-000000000000',
  trip: '60000000-0000-4000-8000-000000000000',
} as const

export const DEPARTMENT = {
  id: ID.department,
  name: 'Harbour',
  parent_id: null,
  company_id: ID.organization,
  contact: null,
  country: null,
  region: null,
}

export function personOf(roleId: RoleId, more: Partial<User> = {}): User {
  return {
    id: ID.user,
    name: 'Nína',
    email: 'nina@harbour.example',
    phone_number: null,
    profile_picture_url: null,
    company_id: ID.organization,
    company: {
      id: ID.organization,
      name: 'Harbour',
      contact: null,
      country: null,
      region: null,
      time_zone: null,
      features: { departments: false, route_guidance: false },
      settings: { has_comfort_speed: false, force_captain_login: false },
      ...{ require_second_factor: false, min_password_length: 6 },
      created_at: '2026-01-01T00:00:00.000Z',
    },
    department_id: ID.department,
    department: DEPARTMENT,
    role_id: roleId,
    role: { id: roleId, name: roleId, description: '' },
    memberships: [],
    auth_role: 'user',
    permissions: PERMISSIONS_OF[roleId].map((permission) => `${permission}:*`),
    support_email: null,
    website_url: null,
    documentation_url: null,
    unread_messages: { alert_count: 0, announcement_count: 0 },
    subscribed_notifications: {
      push_notifications: false,
      email_notifications: false,
      sms_notifications: false,
      rule_alert_push_notifications: false,
      rule_alert_email: false,
      rule_alert_sms: false,
      n2k_flag_push_notifications: false,
      n2k_flag_email: false,
      n2k_flag_sms: false,
    },
    units: WIRE_UNITS,
    message_language: 'en',
    ...{ needs_second_factor: false, first_steps: null },
    ...more,
  }
}

/** Server that knows only the signed-in user. */
export function testServer(person: User = personOf('organization-admin')): TestServer {
  const answering: Answering[] = []
  const asked: Asked[] = []
  const topics = new Map<Topic, unknown>()
  const sockets = new Set<TestSocket>()
  let isOnline = true

  class TestSocket {
    binaryType = ''
    onopen?: () => void
    onmessage?: (event: { data: string }) => void
    onclose?: (event: { code: number }) => void
    #topics = new Set<string>()

    constructor() {
      sockets.add(this)
      if (isOnline) queueMicrotask(() => this.onopen?.())
    }
    send(text: string) {
      const message = JSON.parse(text) as ClientMessage
      if (message.type === 'sign-in') this.receive({ type: 'signed-in', server_time: Date.now() })
      else if (message.type === 'unsubscribe') this.#topics.delete(message.topic)
      else {
        const topic = message.topic as Topic
        this.#topics.add(topic)
        if (topics.has(topic)) this.deliver(topic)
      }
    }
    deliver(topic: Topic) {
      if (!this.#topics.has(topic)) return
      const data = topics.get(topic)
      this.receive({ type: 'data', topic, full: true, server_time: Date.now(), data } as ServerMessage)
    }
    receive(message: ServerMessage) {
      this.onmessage?.({ data: JSON.stringify(message) })
    }
    close() {
      sockets.delete(this)
    }
  }

  const server: TestServer = {
    asked,
    answer(endpoint, answer) {
      const path = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`)
      const publish = typeof answer === 'function' ? answer : () => answer
      answering.unshift({ endpoint, path, answer: publish as Answering['answer'] })
      // `/users/me` is not `/users/:id`.
      answering.sort(
        (one, other) => Number(one.endpoint.path.includes(':')) - Number(other.endpoint.path.includes(':')),
      )
    },
    publish(topic, data) {
      topics.set(topic, data)
      for (const socket of sockets) socket.deliver(topic)
    },
    setOnline(next) {
      isOnline = next
      dispatchEvent(new Event(next ? 'online' : 'offline'))
    },
  }
  server.answer(getMe, person)
  server.answer(listDepartments, { data: [{ ...DEPARTMENT, count: NO_COUNTS }], total: 1 })
  server.answer(updateLastLogin, 'never')

  vi.stubGlobal('WebSocket', TestSocket)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    const url = new URL(address, location.href)
    if (url.pathname === '/ready') return new Response()
    if (url.pathname === '/identity/token') return Response.json({ token: tokenOf(person.id) })
    const { method = 'GET', body } = init
    const call: Asked = { method, url, body: typeof body === 'string' ? JSON.parse(body) : body }
    asked.push(call)
    const found = answering.find(
      ({ endpoint, path }) => endpoint.method === method && path.test(url.pathname),
    )
    const answer = found?.answer(call) ?? 'never'
    if (answer === 'never') return new Promise(() => {})
    if (isRefusal(answer)) {
      const { status, message } = PROBLEMS[answer.refused]
      return Response.json({ code: answer.refused, message }, { status })
    }
    return Response.json(found?.endpoint.output.parse(answer))
  })
  return server
}

const NO_COUNTS = { users: 0, vessels: 0, captains: 0, trips: 0 }

const isRefusal = (answer: unknown): answer is { refused: ProblemCode } =>
  typeof answer === 'object' && answer !== null && 'refused' in answer

const tokenOf = (sub: string) =>
  `e30.${btoa(JSON.stringify({ sub, exp: Math.floor(Date.now() / 1000) + 600 }))}.`

let root: Root | undefined

/** Opens a page as a signed-in user; call `closeConsole` after each test. */
export async function openConsole(path: string): Promise<HTMLElement> {
  standIn()
  const [routes, { queryClient }, { session }, { startI18n }] = await Promise.all([
    import('../router.ts'),
    import('../session/queryClient.ts'),
    import('../session/session.ts'),
    import('../i18n/i18n.ts'),
  ])
  // A pending request of the page before may have ended its session after the page was closed.
  session.begin()
  await startI18n()
  const defaults = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } })
  const place = document.createElement('div')
  document.body.append(place)
  // New router for each console, because a router shows the old page until the next one has loaded.
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ ...routes.router.options, history })
  root = createRoot(place)
  root.render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await vi.waitFor(() => found(place, 'main'), { timeout: 20_000 })
  return place
}

const found = (place: ParentNode, selector: string) => {
  if (!place.querySelector(selector)) throw new Error(`${selector} is not there`)
}

export async function closeConsole() {
  const [{ queryClient }, { vesselStates }, { visit }, { forgetUnits }] = await Promise.all([
    import('../session/queryClient.ts'),
    import('../live/vesselStates.ts'),
    import('../session/visit.ts'),
    import('../api/units.ts'),
  ])
  dispatchEvent(new Event('online'))
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
  queryClient.clear()
  vesselStates.forget()
  visit.forget()
  forgetUnits()
  localStorage.clear()
  vi.unstubAllGlobals()
}

/** Stubs browser features that jsdom lacks and the component library needs. */
function standIn() {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }))
  const observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', observer)
  vi.stubGlobal('IntersectionObserver', observer)
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView ??= () => {}
  if (!document.fonts) {
    Object.assign(document, { fonts: Object.assign(new EventTarget(), { load: async () => [] }) })
  }
}

/** Text of the page's main part once it contains these words. */
export async function shows(place: ParentNode, ...words: readonly (string | RegExp)[]): Promise<string> {
  return vi.waitFor(
    () => {
      const text = (place.querySelector('main') ?? place).textContent ?? ''
      for (const word of words)
        if (typeof word === 'string' ? !text.includes(word) : !word.test(text))
          throw new Error(`${word} is not shown but: ${text}`)
      return text
    },
    { timeout: 10_000 },
  )
}

/** Options that ECharts has of a plot, or null when the plot is not there. */
export function plotOption(place: ParentNode, label: string) {
  const box = place.querySelector<HTMLElement>(`[role=img][aria-label="${label}"]`)
  return (box && getInstanceByDom(box)?.getOption()) ?? null
}

/** Violations that axe finds. jsdom has no colours, so browser tests check the contrast. */
export async function wrongOn(place: Element): Promise<string[]> {
  const { violations } = await axe.run(place, {
    rules: { 'color-contrast': { enabled: false } },
    resultTypes: ['violations'],
    preload: false,
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
