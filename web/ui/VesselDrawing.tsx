import type { ReactNode } from 'react'
import type { VESSEL_KINDS } from '#contract/wire/vessel.ts'

export type VesselKind = (typeof VESSEL_KINDS)[number]

/** Hull of a kind of vessel, as a part of a drawing of 288 by 104. */
export const VesselDrawing = ({ kind }: { kind: VesselKind }) => VESSELS[kind]

const WHITE = '#F3F6F8'
const SHADE = '#DDE5EB'
const GLASS = '#24384A'
const RED = '#B5363B'
const ORANGE = '#D4703A'
const BLUE = '#2F6189'
const GREY = '#5C6F7E'

const mast = { stroke: GLASS, strokeWidth: 2, fill: 'none', strokeLinecap: 'round' } as const

/** Bows to starboard, waterline at 84. */
const VESSELS: Readonly<Record<VesselKind, ReactNode>> = {
  pilot: (
    <>
      <path d="M82 64c2 10 8 17 16 20h94c10-5 19-13 23-23-42 5-93 6-133 3Z" fill={WHITE} />
      <path d="M86 74c3 5 7 8 12 10h94c6-3 11-7 15-11-38 5-84 5-121 1Z" fill={RED} />
      <path d="M112 63 120 46h46l17 16c-24 2-48 3-71 1Z" fill={SHADE} />
      <path d="M123 56 127 50h15v6ZM146 56v-6h17l7 6Z" fill={GLASS} />
      <path d="M141 46V28M141 33h14M134 46v-9" {...mast} />
    </>
  ),
  motor: (
    <>
      <path d="M80 63c1 9 7 17 15 21h98c12-6 21-14 27-26-46 8-95 9-140 5Z" fill={WHITE} />
      <path d="M84 72c2 5 6 9 11 12h98c7-4 12-8 17-13-42 6-86 6-126 1Z" fill={BLUE} />
      <path d="M108 63c4-9 12-16 24-17h22c14 2 26 8 36 15-28 4-56 5-82 2Z" fill={SHADE} />
      <path d="M126 55c3-4 7-6 12-6h6v7h-18ZM149 49h8c8 1 15 4 21 7h-29Z" fill={GLASS} />
      <path d="M132 46 138 36h14M150 36v-6" {...mast} />
    </>
  ),
  rib: (
    <>
      <path d="M86 74c2 6 6 9 11 10h94c11-3 20-9 26-16-44 8-90 9-131 6Z" fill={GREY} />
      <path d="M84 68c-3 0-5 3-5 6s3 5 6 5h86c20-1 36-5 49-14-8-2-14-1-21 1-20 3-44 3-66 2Z" fill={ORANGE} />
      <path d="M132 68 136 52h20l10 15c-11 1-22 2-34 1Z" fill={SHADE} />
      <path d="M139 60 141 54h12l5 6Z" fill={GLASS} />
      <path d="M100 68V44h14v24M100 50h14" {...mast} />
    </>
  ),
  fishing: (
    <>
      <path d="M82 58c2 12 7 22 14 26h96c10-6 20-18 25-33-14 6-26 10-40 11-34 2-66 1-95-4Z" fill={BLUE} />
      <path d="M87 73c3 6 5 9 9 11h96c6-4 11-9 15-16-38 8-82 9-120 5Z" fill={RED} />
      <path d="M148 61V38h30l6 20c-12 3-24 4-36 3Z" fill={WHITE} />
      <path d="M153 50v-7h21l2 7Z" fill={GLASS} />
      <path d="M112 60V22M112 26 146 54M112 30 90 56M164 38V26" {...mast} />
    </>
  ),
  ferry: (
    <>
      <path d="M64 62c2 10 6 18 12 22h128c8-5 15-13 19-22Z" fill={WHITE} />
      <path d="M68 72c2 5 5 9 8 12h128c5-3 9-7 12-12Z" fill={BLUE} />
      <path d="M76 62V46h122l12 16Z" fill={SHADE} />
      <path d="M92 46V34h78l12 12Z" fill={WHITE} />
      <path d="M84 51h112v5H84ZM100 38h68l4 5h-72Z" fill={GLASS} opacity="0.9" />
      <path d="M106 34V22h14v12Z" fill={RED} />
      <path d="M158 34V22" {...mast} />
    </>
  ),
  sailing: (
    <>
      <path d="M94 70c2 8 7 12 14 14h84c9-3 17-9 22-17-40 5-82 6-120 3Z" fill={WHITE} />
      <path d="M99 77c2 4 5 6 9 7h84c6-2 11-5 15-9-36 4-74 5-108 2Z" fill={BLUE} />
      <path d="M148 10V66H104c20-14 34-32 44-56Z" fill={WHITE} />
      <path d="M154 16c14 14 30 34 52 49h-52Z" fill={SHADE} />
      <path d="M150 8V70" {...mast} />
    </>
  ),
  workboat: (
    <>
      <path d="M78 66c1 8 5 15 10 18h108c9-5 17-14 22-28h-16l-6 8Z" fill={GREY} />
      <path d="M82 76c2 4 4 7 6 8h108c5-3 9-7 12-11Z" fill={RED} />
      <path d="M136 66V40h36l8 25Z" fill={ORANGE} />
      <path d="M142 52v-7h26l3 7Z" fill={GLASS} />
      <path d="M156 40V24M156 30h10M100 66V46l26-14M126 32v12" {...mast} />
    </>
  ),
}
