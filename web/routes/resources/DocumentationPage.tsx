import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/user.ts'
import { CHAPTERS } from '../../resources/chapters.ts'
import { useArticles } from '../../resources/loadResources.ts'
import { ArticleCard } from './ArticleCard.tsx'
import classes from './ResourcesPage.module.css'

/** Articles by task of the reader. */
export function DocumentationPage() {
  const { t } = useTranslation()
  const articles = useArticles()
  const { documentation_url } = useUser()
  return (
    <div className={`${classes.stack} ${classes.panel}`}>
      <div className={classes.article}>
        <h2>{t('resources.documentation')}</h2>
        <p>{t('resources.documentationHint')}</p>
        {documentation_url && (
          <p>
            <Anchor href={documentation_url} target="_blank" rel="noreferrer">
              {t('resources.ownDocumentation')}
            </Anchor>
          </p>
        )}
      </div>
      {CHAPTERS.map(({ title, slugs }) => (
        <section key={title} className={classes.stack}>
          <h3>{t(title)}</h3>
          <div className={classes.grid}>
            {articles
              .filter(({ slug }) => (slugs as readonly string[]).includes(slug))
              .map((article) => (
                <ArticleCard key={article.slug} article={article} />
              ))}
          </div>
        </section>
      ))}
    </div>
  )
}
