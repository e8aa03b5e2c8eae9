import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** Menu item that links to another address. */
export const MenuLink = createLink((props: MenuItemProps & Omit<ComponentPropsWithRef<'a'>, 'color'>) => (
  <Menu.Item component="a" {...props} />
))
