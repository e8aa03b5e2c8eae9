import { IconChevronRight } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnCrumb } from '../../ui/crumbs.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './TopBar.module.css'

/** Breadcrumbs from the `crumbs` of the matched routes and of the page itself; a phone shows only the last. */
export function Breadcrumbs({ phone }: { phone: boolean }) {
  const { t } = useTranslation()
  const matches = useMatches()
  const own = useOwnCrumb()
  const fixed = matches
    .flatMap(({ staticData }) => staticData.crumbs ?? [])
    .map((crumb) => (typeof crumb === 'string' ? { title: crumb, to: undefined } : crumb))
    .map(({ title, to }) => ({ title: t(title), to }))
  const crumbs = own ? [...fixed, { title: own.title, to: undefined }] : fixed
  const title = crumbs.at(-1)?.title
  useEffect(() => {
    document.title = title ? `${title} · Taffrail` : 'Taffrail'
  }, [title])

  return (
    <nav aria-label={t('top.breadcrumbs')} style={{ minWidth: 0 }}>
      <ol className={classes.crumbs}>
        {(phone ? crumbs.slice(-1) : crumbs).map((crumb, index, shown) => (
          <li key={crumb.title}>
            {index > 0 && <Icon of={IconChevronRight} size={14} />}
            {index === shown.length - 1 ? (
              <span aria-current="page">{crumb.title}</span>
            ) : crumb.to ? (
              <Link to={crumb.to} activeOptions={{ exact: true }}>
                {crumb.title}
              </Link>
            ) : (
              <span>{crumb.title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
