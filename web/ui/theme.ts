import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core'
import classes from './theme.module.css'
import { cssVariables, palettes, type Scheme, tokens } from './tokens.ts'

const tuple = (palette: readonly string[]) => palette as unknown as MantineColorsTuple
const sans = '"Inter Variable", Inter, system-ui, sans-serif'
/** The head of a dialog is no landmark of the page. */
const OWN_HEAD = { header: { role: 'none' } }

const theme = createTheme({
  primaryColor: 'signal',
  primaryShade: { light: 7, dark: 4 },
  colors: { signal: tuple(palettes.signal), dark: tuple(palettes.dark), gray: tuple(palettes.gray) },
  black: palettes.gray[9],
  white: tokens.light.neutral.surface1,
  fontFamily: sans,
  headings: { fontFamily: sans, fontWeight: '600' },
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '20px' },
  lineHeights: { xs: '14px', sm: '16px', md: '20px', lg: '18px', xl: '26px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px' },
  defaultRadius: 6,
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    if (input.variant === 'filled') return { ...colours, color: 'var(--tf-on-accent)' }
    return input.variant === 'subtle' && input.color === 'gray'
      ? { ...colours, color: 'var(--tf-text-2)', hover: 'var(--tf-surface-3)' }
      : colours
  },
  components: {
    Button: {
      defaultProps: { size: 'md' },
      classNames: { root: classes.button, inner: classes.buttonInner },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 32 },
      classNames: { root: classes.action },
    },
    Anchor: { defaultProps: { underline: 'hover' }, classNames: { root: classes.anchor } },
    Input: { defaultProps: { size: 'md' }, classNames: { input: classes.input } },
    InputWrapper: {
      defaultProps: { size: 'md' },
      classNames: { label: classes.label, error: classes.error },
    },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' }, classNames: { controls: classes.numberSteps } },
    // Opens by a click or a key only: in a dialog, focusing the first select would open it and cover the rest.
    Select: { defaultProps: { size: 'md', openOnFocus: false } },
    PinInput: { classNames: { root: classes.pins, pinInput: classes.pin, input: classes.pinInput } },
    Checkbox: { classNames: { input: classes.edge } },
    Radio: { classNames: { radio: classes.edge } },
    Switch: {
      defaultProps: { size: 'sm', withThumbIndicator: false },
      classNames: { track: classes.track, thumb: classes.thumb },
    },
    Modal: {
      defaultProps: {
        ...{ radius: 8, padding: 'lg', centered: true, transitionProps: { duration: 120 } },
        attributes: OWN_HEAD,
      },
      classNames: { content: classes.floating, header: classes.modalHeader, title: classes.modalTitle },
    },
    Menu: {
      // The first item gets the focus, because a placeholder with the focus is not allowed in a menu.
      defaultProps: { radius: 8, transitionProps: { duration: 120 }, withInitialFocusPlaceholder: false },
      classNames: {
        dropdown: classes.floating,
        item: classes.menuItem,
        label: classes.menuLabel,
        divider: classes.divider,
      },
    },
    Popover: {
      defaultProps: { radius: 8, transitionProps: { duration: 120 } },
      classNames: { dropdown: classes.floating },
    },
    Combobox: { classNames: { dropdown: classes.floating, option: classes.menuItem } },
    Tooltip: {
      defaultProps: {
        radius: 6,
        openDelay: 300,
        transitionProps: { duration: 120 },
        events: { hover: true, focus: true, touch: false },
      },
      classNames: { tooltip: classes.tooltip },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 200 }, attributes: OWN_HEAD } },
    Overlay: { defaultProps: { color: 'var(--tf-scrim)', backgroundOpacity: 1 } },
    SegmentedControl: {
      defaultProps: { size: 'sm', radius: 6, transitionDuration: 120 },
      classNames: {
        root: classes.segment,
        indicator: classes.segmentIndicator,
        label: classes.segmentLabel,
        control: classes.segmentControl,
      },
    },
    Tabs: {
      classNames: { list: classes.tabs, tab: classes.tab, tabLabel: classes.tabLabel },
    },
    Table: {
      defaultProps: { verticalSpacing: 8, highlightOnHover: true },
      classNames: { th: classes.th, td: classes.td },
    },
    Skeleton: { defaultProps: { animate: false, radius: 4 }, classNames: { root: classes.skeleton } },
    Notification: {
      classNames: { root: classes.notification, icon: classes.notificationIcon, description: classes.words },
    },
  },
})

/** Input of the component library. It knows two schemes, so night takes the place of its dark one. */
export const looks = { day: lookOf('dark', palettes), night: lookOf('night', palettes.night) }

function lookOf(dark: Scheme, palette: { signal: readonly string[]; dark: readonly string[] }) {
  const colors = { ...theme.colors, signal: tuple(palette.signal), dark: tuple(palette.dark) }
  const variables = { variables: {}, dark: schemeVariables(dark), light: schemeVariables('light') }
  return { theme: { ...theme, colors }, cssVariablesResolver: () => variables }
}

function schemeVariables(scheme: Scheme): Record<string, string> {
  const { neutral, severity, status } = tokens[scheme]
  return {
    ...cssVariables(scheme),
    '--mantine-color-body': neutral.bg,
    '--mantine-color-text': neutral.text1,
    '--mantine-color-dimmed': neutral.text3,
    '--mantine-color-placeholder': neutral.text3,
    '--mantine-color-default': neutral.surface2,
    '--mantine-color-default-hover': neutral.surface3,
    '--mantine-color-default-color': neutral.text1,
    '--mantine-color-default-border': neutral.borderStrong,
    '--mantine-color-anchor': neutral.accentText,
    '--mantine-color-error': severity.critical,
    '--mantine-color-success': status.online,
    '--mantine-color-disabled': neutral.surface3,
    '--mantine-color-disabled-color': neutral.textOff,
    '--mantine-color-disabled-border': neutral.border,
    '--mantine-primary-color-contrast': neutral.onAccent,
    '--mantine-color-signal-filled': neutral.accent,
    '--mantine-color-signal-filled-hover': neutral.accentHover,
    '--mantine-color-signal-light': neutral.accentSoft,
    '--mantine-color-signal-light-hover': neutral.accentSoft,
    '--mantine-color-signal-light-color': neutral.accentText,
  }
}
