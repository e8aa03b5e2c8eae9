import { Link } from '@tanstack/react-router'
import type { Article } from '../../resources/article.ts'
import classes from './ResourcesPage.module.css'

export function ArticleCard({ article: { slug, title, summary, tags } }: { article: Article }) {
  return (
    <Link to="/resources/help/$slug" params={{ slug }} className={classes.card}>
      <h2>{title}</h2>
      <p>{summary}</p>
      <Tags tags={tags} />
    </Link>
  )
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
    </span>
  )
}
