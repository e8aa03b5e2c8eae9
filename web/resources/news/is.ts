/** Announcements and release notes in Icelandic, as Markdown by path. */
export const news = import.meta.glob<string>('../../../words/is/{news,releases}/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
