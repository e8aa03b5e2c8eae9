declare module '*.md?article' {
  const html: string
  // biome-ignore lint/style/noDefaultExport: the shape of a text that is imported
  export default html
}
