; Headworks for all users of a Windows PC. Compiled by packaging/makeInstaller.ts, which defines VERSION, UNPACKED (the packed desktop), OUT,
; SERVER (the server for a service, with WinSW) where there is one, and LICENCE.
Unicode true
!include "MUI2.nsh"
!include "x64.nsh"
!include "LogicLib.nsh"
!include "Sections.nsh"
!define PRODUCT "Headworks"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Headworks"

Name "${PRODUCT} ${VERSION}"
OutFile "${OUT}"
; one folder, which ordinary users cannot write into
InstallDir "$PROGRAMFILES64\Headworks"
RequestExecutionLevel admin
SetCompressor /SOLID lzma
ShowInstDetails nevershow
BrandingText " "

!define MUI_ABORTWARNING
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; nothing is switched and no reading is lost by ending it: what was acknowledged is on the disk
!macro StopHeadworks
  ${If} ${FileExists} "$INSTDIR\server\headworks-service.exe"
    nsExec::Exec '"$INSTDIR\server\headworks-service.exe" stopwait'
  ${EndIf}
  nsExec::Exec 'taskkill /IM Headworks.exe'
  Sleep 6000
  nsExec::Exec 'taskkill /F /IM Headworks.exe'
!macroend

Section "Headworks" Desktop
  SectionIn RO
  !insertmacro StopHeadworks
  RMDir /r "$INSTDIR"
  SetOutPath "$INSTDIR"
  File /r "${UNPACKED}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Headworks.lnk" "$INSTDIR\Headworks.exe"
  WriteRegStr HKLM "${UNINSTALL}" "DisplayName" "Headworks"
  WriteRegStr HKLM "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${UNINSTALL}" "Publisher" "Headworks"
  WriteRegStr HKLM "${UNINSTALL}" "DisplayIcon" "$INSTDIR\Headworks.exe"
  WriteRegStr HKLM "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKLM "${UNINSTALL}" "NoRepair" 1
  ; links headworks:// show a page and never do anything
  WriteRegStr HKLM "Software\Classes\headworks" "" "URL:Headworks"
  WriteRegStr HKLM "Software\Classes\headworks" "URL Protocol" ""
  WriteRegStr HKLM "Software\Classes\headworks\shell\open\command" "" '"$INSTDIR\Headworks.exe" "%1"'
SectionEnd

; the plant's own networks only; the desktop listens there after the owner has chosen it
Section "Let phones of the plant network in (firewall)" Firewall
  nsExec::Exec 'netsh advfirewall firewall delete rule name="Headworks"'
  nsExec::Exec 'netsh advfirewall firewall add rule name="Headworks" dir=in action=allow protocol=TCP localport=8443 profile=private,domain program="$INSTDIR\Headworks.exe"'
!ifdef SERVER
  nsExec::Exec 'netsh advfirewall firewall add rule name="Headworks" dir=in action=allow protocol=TCP localport=8443 profile=private,domain program="$INSTDIR\server\node.exe"'
!endif
SectionEnd

!ifdef SERVER
Section /o "Measure before anybody logs in (Windows service)" Service
  SetOutPath "$INSTDIR\server"
  File /r "${SERVER}/*"
  SetOutPath "$INSTDIR"
  ; its data are for administrators and the service alone; $APPDATA is ProgramData here
  CreateDirectory "$APPDATA\Headworks"
  nsExec::Exec '"$INSTDIR\server\headworks-service.exe" install'
  nsExec::Exec 'sc.exe config Headworks obj= "NT SERVICE\Headworks"'
  nsExec::Exec 'icacls "$APPDATA\Headworks" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F "NT SERVICE\Headworks:(OI)(CI)F"'
  nsExec::Exec '"$INSTDIR\server\headworks-service.exe" start'
SectionEnd
!endif

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "Headworks needs Windows of 64 bits." /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  SetRegView 64
  SetShellVarContext all
!ifdef SERVER
  ; a PC that runs the service keeps it over an update
  ReadRegStr $0 HKLM "SYSTEM\CurrentControlSet\Services\Headworks" "ImagePath"
  ${If} $0 != ""
    !insertmacro SelectSection ${Service}
  ${EndIf}
!endif
FunctionEnd

; a plant's data outlives the program: neither the users' folders nor ProgramData\Headworks is touched
Section "Uninstall"
  SetRegView 64
  SetShellVarContext all
  !insertmacro StopHeadworks
  ${If} ${FileExists} "$INSTDIR\server\headworks-service.exe"
    nsExec::Exec '"$INSTDIR\server\headworks-service.exe" uninstall'
  ${EndIf}
  nsExec::Exec 'netsh advfirewall firewall delete rule name="Headworks"'
  Delete "$SMPROGRAMS\Headworks.lnk"
  DeleteRegKey HKLM "Software\Classes\headworks"
  DeleteRegKey HKLM "${UNINSTALL}"
  RMDir /r "$INSTDIR"
SectionEnd
