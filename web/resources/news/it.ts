/** Announcements and release notes in Italian, as Markdown by path. */
export const news = import.meta.glob<string>('../../../words/it/{news,releases}/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
