import { IconChevronLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../loading/parts.ts'
import type { Block } from '../../resources/article.ts'
import { useArticles } from '../../resources/loadResources.ts'
import { useCrumb } from '../../ui/crumbs.ts'
import { Icon } from '../../ui/Icon.tsx'
import { NotFoundPage } from '../../ui/NotFoundPage.tsx'
import { Tags } from './ArticleCard.tsx'
import { HelpPicture } from './HelpPicture.tsx'
import { PermissionTable } from './PermissionTable.tsx'
import classes from './ResourcesPage.module.css'

const NumbersDocument = lazyPart(() =>
  import('./NumbersDocument.tsx').then((loaded) => loaded.NumbersDocument),
)

export function HelpArticlePage() {
  const { t } = useTranslation()
  const { slug } = useParams({ strict: false })
  const article = useArticles().find((one) => one.slug === slug)
  useCrumb(article?.title, '/resources/help')
  if (!article) return <NotFoundPage />
  return (
    <article className={classes.article}>
      <Link to="/resources/help" className={classes.back}>
        <Icon of={IconChevronLeft} size={16} />
        {t('resources.back')}
      </Link>
      <h2>{article.title}</h2>
      <Tags tags={article.tags} />
      {article.body.map((block) => (
        <Paragraph key={JSON.stringify(block)} block={block} />
      ))}
    </article>
  )
}

function Paragraph({ block }: { block: Block }) {
  if ('heading' in block) return <h3>{block.heading}</h3>
  if ('text' in block) return <p>{block.text}</p>
  if ('picture' in block) return <HelpPicture name={block.picture} alt={block.alt} />
  if ('table' in block) return <PermissionTable />
  if ('document' in block) {
    return (
      <Suspense>
        <NumbersDocument />
      </Suspense>
    )
  }
  if ('steps' in block) return <ol>{block.steps.map(item)}</ol>
  return <ul>{block.list.map(item)}</ul>
}

const item = (text: string) => <li key={text}>{text}</li>
