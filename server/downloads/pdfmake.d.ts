/** The part of pdfmake that we call; the published types take a browser to be there. */
declare module 'pdfmake' {
  export type Content =
    | string
    | {
        text?: string | Content[]
        columns?: Content[]
        columnGap?: number
        stack?: Content[]
        /** A drawing as SVG, whose text is in the fonts of the document. */
        svg?: string
        width?: number | string
        table?: {
          body: Content[][]
          headerRows?: number
          widths?: (string | number)[]
          dontBreakRows?: boolean
        }
        layout?:
          | 'noBorders'
          | 'lightHorizontalLines'
          | {
              /** Width of a line by its number, from 0 above the head. */
              hLineWidth: (line: number) => number
              vLineWidth: () => number
              hLineColor: () => string
              paddingLeft: (column: number) => number
              paddingRight: () => number
              paddingTop: () => number
              paddingBottom: () => number
            }
        bold?: boolean
        noWrap?: boolean
        alignment?: 'left' | 'right'
        fontSize?: number
        color?: string
        margin?: [left: number, top: number, right: number, bottom: number]
        /** On one page with all that is in it. */
        unbreakable?: boolean
        pageBreak?: 'before'
        pageOrientation?: 'portrait' | 'landscape'
      }
  export interface Document {
    content: Content[]
    info?: { title: string; creator: string; producer: string }
    footer?: (page: number, pages: number) => Content
    pageOrientation?: 'portrait' | 'landscape'
    pageMargins?: [left: number, top: number, right: number, bottom: number]
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
