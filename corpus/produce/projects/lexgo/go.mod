module example.org/lexgo

go 1.19
