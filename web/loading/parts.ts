/**
 * The console comes in parts, each when it is first wanted, and the server may be away then. A page that is missing says
 * so in its place; any other part comes as soon as it can. Nothing reloads the console while the server is away, since
 * that would leave the browser's own error page.
 */
import { type ComponentType, createElement, lazy, use } from 'react'
import { answers, serverBack } from './serverBack.ts'

/** A page whose files could not be had. */
export class PartMissing extends Error {
  readonly part: string
  /** Makes the page ask for its files again when it is drawn next. */
  readonly forget: () => void

  constructor(part: string, cause: unknown, forget: () => void) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.part = part
    this.forget = forget
  }
}

/** A page of its own files, as the router wants it. */
export function lazyRouteComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] & { preload: () => Promise<void> | undefined } {
  let loading: Promise<void> | undefined
  let component: ComponentType | undefined
  let missing: PartMissing | undefined
  const preload = () => {
    if (component) return undefined
    missing = undefined
    loading ??= load().then(
      (module) => {
        component = module[name] as ComponentType
        // Whatever it took the last time: it is to be had again.
        for (const done of ['tried', 'reloaded']) sessionStorage.removeItem(`${done}:${String(name)}`)
      },
      (error: unknown) => {
        loading = undefined
        missing = new PartMissing(String(name), error, () => {
          missing = undefined
        })
      },
    )
    return loading
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route, where the routes are declared
  function Page(props: object) {
    if (missing) throw missing
    const coming = loading ?? preload()
    if (!component && coming) use(coming)
    return component ? createElement(component, props) : null
  }
  return Object.assign(Page, { preload }) as never
}

/** A part that is shown once it is there, however long the server is away meanwhile. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilHad(load) }))

/** Result of `load`, tried again when the server is back. */
export async function untilHad<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let hadServer = false; ; ) {
    try {
      return await load()
    } catch (error) {
      // With the server there, what cannot be had will not be had by asking on.
      if (hadServer) throw error
      hadServer = await answers()
      if (!hadServer) await serverBack()
      await renewStyles()
    }
  }
}

/** Style sheets that failed are not asked for again by themselves, and the part would come without them. */
export async function renewStyles(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet }) => !sheet,
  )
  await Promise.all(
    failed.map(
      (link) =>
        new Promise<void>((resolve) => {
          const fresh = document.createElement('link')
          fresh.rel = 'stylesheet'
          fresh.href = link.href
          fresh.onload = fresh.onerror = () => resolve()
          link.replaceWith(fresh)
        }),
    ),
  )
}
