import { TextInput } from '@mantine/core'
import { IconSearch, IconSearchOff, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useArticles } from '../../resources/loadResources.ts'
import { searchArticles } from '../../resources/searchArticles.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ArticleCard } from './ArticleCard.tsx'
import classes from './ResourcesPage.module.css'

export function HelpPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const found = searchArticles(useArticles(), search)
  return (
    <div className={classes.stack}>
      <TextInput
        className={classes.search ?? ''}
        aria-label={t('resources.searchHelp')}
        placeholder={t('resources.searchHelp')}
        leftSection={<Icon of={IconSearch} size={16} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        rightSection={
          search && (
            <IconButton icon={IconX} size={28} label={t('resources.clear')} onClick={() => setSearch('')} />
          )
        }
      />
      {found.length > 0 ? (
        <div className={classes.grid}>
          {found.map((article) => (
            <ArticleCard key={article.slug} article={article} />
          ))}
        </div>
      ) : (
        <Notice icon={IconSearchOff} title={t('resources.nothing')} role="status" />
      )}
      <p className={classes.support}>
        <Link to="/resources/feedback">{t('resources.support')}</Link>
      </p>
      <p className={classes.support}>
        <Link to="/resources/documentation">{t('resources.documentation')}</Link>
      </p>
    </div>
  )
}
