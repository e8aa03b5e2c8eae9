/** Announcements and release notes in English, as Markdown by path. */
export const news = import.meta.glob<string>('../../../words/en/{news,releases}/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
