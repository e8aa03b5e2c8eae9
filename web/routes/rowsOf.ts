/** Makes the rows of the table in `routes.ts`. A row is one route; its path and its search stay in the types of links. */
import {
  type AnyContext,
  type AnyRoute,
  createRoute,
  type ResolveFullPath,
  type ResolveId,
  type ResolveParams,
  type Route,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { MessageKey } from '../i18n/messageKey.ts'
import { lazyRouteComponent } from '../loading/parts.ts'
import type { PagePath } from './navigation.ts'

type Crumb = MessageKey | { title: MessageKey; to: PagePath }
type Crumbs = readonly Crumb[]

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Breadcrumbs of the page; those with an address are links. A page inside another adds its own. */
    crumbs?: Crumbs
  }
}

/** The component by its name, with the import of its file; or the page that the address leads to. */
type Page<Name extends string> = Record<Name, Load<Name>> | { leadsTo: PagePath }
type Load<Name extends string> = () => Promise<Record<Name, RouteComponent>>

/** Reads the search parameters of a page; `undefined` where it has none. */
type Reader = ((search: Record<string, unknown>) => object) | undefined

/** Requests data before the files of the page arrive. */
type Early<Parent extends AnyRoute, Path extends string, Read extends Reader> = (
  params: ResolveParams<ResolveFullPath<Parent, Path>>,
  search: Read extends (search: never) => infer Search ? Search : object,
) => Promise<void>

type Made<Parent extends AnyRoute, Path extends string, Id extends string, Read, Children = unknown> = Route<
  unknown,
  Parent,
  Path,
  ResolveFullPath<Parent, Path>,
  Id,
  ResolveId<Parent, Id, Path>,
  Read,
  ResolveParams<Path>,
  AnyContext,
  AnyContext,
  AnyContext,
  Record<never, never>,
  undefined,
  Children
>
/** A route, and `with` its children, whose paths begin with its own. */
type Row<Parent extends AnyRoute, Path extends string, Id extends string, Read> = Made<
  Parent,
  Path,
  Id,
  Read
> & {
  with<const Children extends readonly AnyRoute[]>(
    children: (
      row: Rows<Made<Parent, Path, Id, Read>>,
      frame: Frames<Made<Parent, Path, Id, Read>>,
    ) => Children,
  ): Made<Parent, Path, Id, Read, Children>
}

interface Rows<Parent extends AnyRoute> {
  <const Path extends string, Name extends string>(
    path: Path,
    page: Page<Name>,
  ): Row<Parent, Path, string, undefined>
  <const Path extends string, Name extends string>(
    path: Path,
    crumbs: Crumbs,
    page: Page<Name>,
  ): Row<Parent, Path, string, undefined>
  <const Path extends string, Name extends string, Read extends Reader>(
    path: Path,
    crumbs: Crumbs,
    readSearch: Read,
    page: Page<Name>,
    early?: Early<Parent, Path, Read>,
  ): Row<Parent, Path, string, Read>
}

/** A page without a path of its own, which stays visible around its children. */
type Frames<Parent extends AnyRoute> = <const Id extends string, Name extends string>(
  id: Id,
  page: Page<Name>,
) => Row<Parent, '/', Id, undefined>

type Cells =
  | [page: Page<string>]
  | [crumbs: Crumbs, page: Page<string>]
  | [crumbs: Crumbs, readSearch: Reader, page: Page<string>, early?: AnyEarly]
type AnyEarly = (params: never, search: never) => Promise<void>

/** Returns the function that makes rows within `parent`. */
export function rowsOf<Parent extends AnyRoute>(parent: Parent): Rows<Parent> {
  const row = (path: string, ...cells: Cells) => {
    const [crumbs, readSearch, page, early] = inColumns(cells)
    const route = {
      ...{ getParentRoute: () => parent as AnyRoute, path, staticData: { crumbs } },
      ...(readSearch && { validateSearch: readSearch }),
      ...(early && { beforeLoad: unlessPreloading(early) }),
      ...shown(page),
    }
    return nesting(createRoute(route))
  }
  return row as never
}

function inColumns(cells: Cells): readonly [Crumbs, Reader, Page<string>, AnyEarly?] {
  if (cells.length === 1) return [[], undefined, cells[0]]
  if (cells.length === 2) return [cells[0], undefined, cells[1]]
  return cells
}

function framesOf<Parent extends AnyRoute>(parent: Parent): Frames<Parent> {
  const frame = (id: string, page: Page<string>) =>
    nesting(createRoute({ getParentRoute: () => parent as AnyRoute, id, ...shown(page) }))
  return frame as never
}

const nesting = (route: AnyRoute) =>
  Object.assign(route, {
    with: (children: (row: Rows<AnyRoute>, frame: Frames<AnyRoute>) => readonly AnyRoute[]) =>
      route.addChildren(children(rowsOf(route), framesOf(route))),
  })

function shown(page: Page<string>) {
  const [[name, shows] = []] = Object.entries<Load<string> | PagePath>(page)
  if (name === undefined || shows === undefined) return {}
  return typeof shows === 'string'
    ? { beforeLoad: () => leadTo(shows) }
    : { component: lazyRouteComponent(shows, name) }
}

function leadTo(to: PagePath): never {
  throw redirect({ to })
}

/** Pointing at a link preloads its page, but requests no data yet. */
const unlessPreloading =
  (early: AnyEarly) =>
  ({ params, search, preload }: { params: object; search: object; preload: boolean }) =>
    preload ? undefined : early(params as never, search as never)
