/**
 * The console loads in chunks when they are first needed, and the server may be away then. A missing page shows a
 * message in its place; any other chunk appears when it arrives. Nothing reloads the console while the server is
 * away, because the browser would show its own error page.
 */
import { type ComponentType, createElement, lazy, use } from 'react'
import { answers, serverBack } from './serverBack.ts'

/** Error for a page whose files could not be loaded. */
export class PartMissing extends Error {
  readonly part: string
  /** Makes the page request its files again at the next rendering. */
  readonly forget: () => void

  constructor(part: string, cause: unknown, forget: () => void) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.part = part
    this.forget = forget
  }
}

/** Page in files of its own, in the form that the router requires. */
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
        // Removes the marks of earlier reloads, so that a later failure may reload again.
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

/** Component that shows when its files are loaded, however long the server is away. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilHad(load) }))

/** Result of `load`, tried again when the server is back. */
export async function untilHad<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let hadServer = false; ; ) {
    try {
      return await load()
    } catch (error) {
      // When the server answers and the files still fail, another attempt would not help.
      if (hadServer) throw error
      hadServer = await answers()
      if (!hadServer) await serverBack()
      await renewStyles()
    }
  }
}

/** Browsers do not request failed style sheets again, and the component would show without them. */
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
