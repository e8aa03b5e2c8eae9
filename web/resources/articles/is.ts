/** The help articles in Icelandic, as Markdown by path. */
export const articles = import.meta.glob<string>('../../../words/is/articles/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
