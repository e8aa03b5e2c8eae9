/** The help articles in Italian, as Markdown by path. */
export const articles = import.meta.glob<string>('../../../words/it/articles/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
