import { Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/useFormats.ts'
import { PAGE_SIZES } from '../searchParameters.ts'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './ListFooter.module.css'

interface Props {
  /** Name of the navigation, for a page with several lists. */
  label?: string
  /** Index of the page shown, from 0. */
  page: number
  size: number
  total: number
  onPage: (page: number) => void
  /** Absent when the page size is fixed. */
  onSize?: (size: number) => void
}

/** Range of the shown rows, their total, and links to other pages. */
export function ListFooter({ label, page, size, total, onPage, onSize }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const pages = Math.max(1, Math.ceil(total / size))
  const range = {
    first: formats.number(page * size + 1),
    last: formats.number(Math.min(total, (page + 1) * size)),
    total: formats.number(total),
  }
  return (
    <footer className={classes.footer}>
      <span>{t('list.range', range)}</span>
      {onSize && (
        <span className={classes.size}>
          <span>{t('list.perPage')}</span>
          <Select
            w={64}
            classNames={{ input: classes.sizeInput }}
            aria-label={t('list.perPage')}
            data={PAGE_SIZES.map(String)}
            value={String(size)}
            allowDeselect={false}
            onChange={(value) => value && onSize(Number(value))}
          />
        </span>
      )}
      <nav className={classes.pages} aria-label={label ? `${t('list.pages')}: ${label}` : t('list.pages')}>
        <IconButton
          icon={IconChevronLeft}
          label={t('list.previous')}
          variant="default"
          disabled={page === 0}
          onClick={() => onPage(page - 1)}
        />
        <span className={classes.page}>
          {formats.number(page + 1)} / {formats.number(pages)}
        </span>
        <IconButton
          icon={IconChevronRight}
          label={t('list.next')}
          variant="default"
          disabled={page + 1 >= pages}
          onClick={() => onPage(page + 1)}
        />
      </nav>
    </footer>
  )
}
