/** The part of pdfmake that we call; the published types take a browser to be there. */
declare module 'pdfmake' {
  export type Content =
    | string
    | {
        text?: string
        columns?: Content[]
        table?: { body: Content[][]; headerRows?: number; widths?: string[]; dontBreakRows?: boolean }
        layout?: 'noBorders' | 'lightHorizontalLines'
        bold?: boolean
        alignment?: 'left' | 'right'
        fontSize?: number
        color?: string
        margin?: [left: number, top: number, right: number, bottom: number]
      }
  export interface Document {
    content: Content[]
    info?: { title: string; creator: string; producer: string }
    footer?: (page: number, pages: number) => Content
  }
  const pdfmake: {
    setFonts(fonts: Record<string, { normal: string; bold: string }>): void
    setUrlAccessPolicy(mayRead: (address: string) => boolean): void
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void
    createPdf(document: object): { getBuffer(): Promise<Buffer> }
  }
  // biome-ignore lint/style/noDefaultExport: the library has no other
  export default pdfmake
}
