declare module '*.md?article' {
  const html: string
  // biome-ignore lint/style/noDefaultExport: type of an imported text
  export default html
}
